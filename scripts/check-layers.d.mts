/** What is wrong in the folder of a project, by default this one: a sentence each. */
export function layerViolations(root?: string): string[];
