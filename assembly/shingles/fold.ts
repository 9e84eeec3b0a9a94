// The fast checksum of a shingle: two lanes that both see every value, so that boundaries and order count. Begin with the
// number of values, add them one after the other, end.
import { finish } from '../mix';

const LANE_LOW: u32 = 0x9e3779b1;
const LANE_HIGH: u32 = 0x85ebca77;

let laneLow: u32 = 0;
let laneHigh: u32 = 0;

export function beginFold(count: usize): void {
  laneLow = 0x2545f491 ^ <u32>count;
  laneHigh = 0x68bc21eb ^ <u32>count;
}

export function addValue(value: u64): void {
  laneLow = rotl((laneLow ^ <u32>value) * LANE_LOW, 13) + <u32>(value >> 32);
  laneHigh = rotl((laneHigh ^ <u32>(value >> 32)) * LANE_HIGH, 17) + <u32>value;
}

export function endFold(): u64 {
  const l = finish(laneLow ^ rotl(laneHigh, 7));
  const h = finish(laneHigh + l);
  return ((<u64>h) << 32) | <u64>l;
}
