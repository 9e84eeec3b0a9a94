/** The options of the gate. */
export interface GateFlags {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly sarif?: string;
  readonly github?: boolean;
  readonly json?: boolean;
}

export const GATE_FLAGS = ['baseline', 'updateBaseline', 'sarif', 'github'] as const;
