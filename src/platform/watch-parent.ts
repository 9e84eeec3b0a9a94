/**
 * A thread that ends this process as soon as its parent is gone, however the parent ended. The main thread could not:
 * while it extracts, it hears nothing.
 */
import { Socket } from 'node:net';

/** Standard input is a pipe to which the parent never writes. It closes when the parent ends. */
new Socket({ fd: 0 })
  .on('close', () => process.kill(process.pid, 'SIGKILL'))
  .on('error', () => {})
  .resume();
