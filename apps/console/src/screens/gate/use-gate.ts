import {
  adminAuditCall,
  adminGateBrakeCall,
  adminGateCall,
  adminGateImpactCall,
  adminGateImpactPeopleCall,
  adminPeopleCall,
  adminPolicyCall,
  adminStagesCall,
  adminStatusCall,
  type Call,
} from '@vestibule/contracts';

/** What is of before when the gate was opened or closed, or a stage was planned or begun. */
export const ABOUT_GATE: readonly Call[] = [
  adminGateCall,
  adminStagesCall,
  adminGateImpactCall,
  adminGateImpactPeopleCall,
  adminGateBrakeCall,
  adminAuditCall,
  adminPeopleCall,
  adminPolicyCall,
  adminStatusCall,
];
