export * from './device-simulator.ts';
