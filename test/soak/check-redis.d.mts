import type { RedisCluster } from './redis-servers.mjs';

export function raceText(number: number, variant?: number): string;
export function race(
  urls: readonly string[],
  options: { texts: number; processes?: number },
): Promise<{ wrong: string[]; winners: number[] }>;
export function failover(
  cluster: RedisCluster,
  options: { round: number; behind: boolean; replicas?: number },
): Promise<{ wrong: string[]; answers: number; lost: number; errors: number }>;
export function leftovers(cluster: RedisCluster, count: number): Promise<{ wrong: string[]; before: number }>;
