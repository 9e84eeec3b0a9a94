export const TERMINAL: string;
export function terminalSvg(command: string, output: string): string;
export function shownIn(svg: string): string[];
