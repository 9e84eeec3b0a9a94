export function build(parts: readonly ('wasm' | 'debug' | 'js')[], options?: { ifChanged?: boolean }): void;
