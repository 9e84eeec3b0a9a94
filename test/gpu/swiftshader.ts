/** SwiftShader, the GPU in software of Chromium. `swiftshader.setup.ts` makes it the driver of Vulkan. */

/** The name by which it is asked for. */
export const SWIFTSHADER = 'swiftshader';

/** True if it can be used; otherwise says what is skipped, or fails if NEARDUP_REQUIRE_ALL=1. */
export function hasSwiftShader(what: string): boolean {
  const found = process.env.VK_ICD_FILENAMES !== undefined;
  const why = `${what} needs SwiftShader, which comes with Chromium; run .ci/install-system-packages`;
  if (!found && process.env.NEARDUP_REQUIRE_ALL === '1') throw new Error(why);
  if (!found) console.warn(`skipped: ${why}`);
  return found;
}
