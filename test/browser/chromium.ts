/** The system's Chromium for tests, if there is one. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS =
  '--headless --no-sandbox --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';

/** True if Chromium can be started; otherwise says what is skipped, or fails if NEARDUP_REQUIRE_ALL=1. */
export function hasChromium(what: string): boolean {
  const found = existsSync(PATH);
  if (!found && process.env.NEARDUP_REQUIRE_ALL === '1') {
    throw new Error(`Expected Chromium at ${PATH} for ${what}, found none; run .ci/install-system-packages.`);
  }
  if (!found) console.warn(`skipped: ${what}, because there is no ${PATH} (.ci/install-system-packages)`);
  return found;
}

/** @param flags Flags besides the usual ones. */
export function launchChromium(flags = ['--disable-gpu']): Promise<Browser> {
  return chromium.launch({ executablePath: PATH, args: [...FLAGS.split(' '), ...flags] });
}
