export * from './any-text.ts';
export * from './device-simulator.ts';
export * from './property-runs.ts';
