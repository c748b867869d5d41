export * from './device-flow/device-flow.ts';
export * from './device-flow/step-result.ts';
export * from './home/home.ts';
export type { HomeInput } from './home/home-context.ts';
export type { HomeEvent } from './home/home-setup.ts';
export * from './home/home-view.ts';
export * from './home/select-home-view.ts';
export * from './ports.ts';
