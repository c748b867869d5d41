import {
  adminDeviceCall,
  adminDeviceHistoryCall,
  adminDevicesCall,
  adminPersonCall,
  adminStatusCall,
  type Call,
  type CallBody,
} from '@vestibule/contracts';

export type Computer = CallBody<typeof adminDeviceCall>;
export type ComputerCheck = Computer['checks'][number];

/** What is of before when something was done to a computer. */
export const ABOUT_COMPUTER: readonly Call[] = [
  adminDeviceCall,
  adminDeviceHistoryCall,
  adminDevicesCall,
  adminPersonCall,
  adminStatusCall,
];
