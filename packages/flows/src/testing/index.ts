/** For tests of those who use the charts: ports whose every answer can be replaced, and the home chart on a simulated clock. */
export * from '../fake-ports.ts';
export * from '../home/testing/start-home.ts';
