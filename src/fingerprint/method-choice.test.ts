import { describe, expect, test } from 'vitest';
import { methodFor } from './method-choice.ts';

describe('method', () => {
  test('auto is bands, and exact for containment and for low thresholds', () => {
    expect(methodFor({ method: 'auto', threshold: 0.8 })).toBe('bands');
    expect(methodFor({ method: 'auto', threshold: 0.3 })).toBe('bands');
    expect(methodFor({ method: 'auto', threshold: 0.2 })).toBe('exact');
    expect(methodFor({ method: 'auto', threshold: 0.8, containment: 0.9 })).toBe('exact');
  });

  test('what is asked for by name is done, except that bands find no containment', () => {
    expect(methodFor({ method: 'simhash', threshold: 0.8, containment: 0.9 })).toBe('simhash');
    expect(methodFor({ method: 'exact', threshold: 0.8 })).toBe('exact');
    expect(methodFor({ method: 'bands', threshold: 0.1 })).toBe('bands');
    expect(methodFor({ method: 'bands', threshold: 0.8, containment: 0.9 })).toBe('exact');
  });
});
