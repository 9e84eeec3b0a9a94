/** Makes SwiftShader, the GPU in software that comes with Chromium, the driver of Vulkan: the processes of tests inherit it. */
import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/lib/chromium';

export default function setup(): void {
  const driver = `${CHROMIUM}/vk_swiftshader_icd.json`;
  if (!existsSync(driver)) return;
  // where the loader of Vulkan is
  process.env.LD_LIBRARY_PATH = CHROMIUM;
  process.env.VK_ICD_FILENAMES = driver;
}
