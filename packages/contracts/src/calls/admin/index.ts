import {
  adminAccessGrantsCall,
  adminAccessRequestsCall,
  adminApproveAccessCall,
  adminGrantAccessCall,
  adminRefuseAccessCall,
  adminRevokeAccessCall,
} from './access.ts';
import {
  adminAddApplicationCall,
  adminApplicationCall,
  adminApplicationsCall,
  adminDisableApplicationCall,
  adminRemoveApplicationCall,
  adminRenewClientSecretCall,
  adminSetApplicationSettingsCall,
  adminUpdateApplicationCall,
} from './applications.ts';
import { adminAuditCall } from './audit.ts';
import { adminBackupCall, adminCreateBackupCall } from './backups.ts';
import {
  adminCompaniesCall,
  adminCompanyCall,
  adminCreateCompanyCall,
  adminSetLogoCall,
  adminSetSupportCall,
  adminUpdateCompanyCall,
} from './companies.ts';
import { adminAllowCommandLineCall, adminEndOwnTokenCall } from './command-line.ts';
import {
  adminActivateKeyCall,
  adminAddKeyCall,
  adminCreateTokenCall,
  adminKeysCall,
  adminRetireKeyCall,
  adminRevokeTokenCall,
  adminTokensCall,
} from './credentials.ts';
import { adminDeadlinesCall } from './deadlines.ts';
import {
  adminApproveDeviceCall,
  adminApproveSeenDevicesCall,
  adminBlockDeviceCall,
  adminDevicesCall,
  adminRenameDeviceCall,
  adminRetireDeviceCall,
} from './devices.ts';
import {
  adminDeviceCall,
  adminDeviceHistoryCall,
  adminDeviceReportCall,
  adminDeviceReportsCall,
} from './one-device.ts';
import { adminAddExemptionCall, adminEndExemptionCall, adminExemptionsCall } from './exemptions.ts';
import { adminLifecycleCall, adminUpdateLifecycleCall } from './lifecycle.ts';
import { adminRestoreMasterKeyCall } from './master-key.ts';
import {
  adminAddSoftwareCall,
  adminApproveSoftwareCall,
  adminRemoveSoftwareCall,
  adminSoftwareCall,
} from './software.ts';
import { adminErasePersonCall, adminExportPersonCall, adminImportPeopleCall } from './people-data.ts';
import {
  adminBlockPersonCall,
  adminEndSessionsCall,
  adminInvitePersonCall,
  adminLinkPersonCall,
  adminResetFactorsCall,
  adminSessionsCall,
  adminSetRoleCall,
} from './people-access.ts';
import {
  adminAddPersonCall,
  adminPeopleCall,
  adminPeopleFacetsCall,
  adminPersonCall,
  adminSetPersonFeatureCall,
  adminSetPersonSettingsCall,
  adminUpdatePersonCall,
} from './people.ts';
import { adminFirstStepsCall } from './first-steps.ts';
import { adminGateCall, adminSetGateCall } from './gate.ts';
import { adminGateBrakeCall, adminGateImpactCall, adminGateImpactPeopleCall } from './gate-impact.ts';
import { adminBeginStageCall, adminSetStagesCall, adminStagesCall } from './gate-stages.ts';
import { adminMailCall, adminRemoveMailCall, adminSetMailCall, adminTryMailCall } from './mail.ts';
import {
  adminApplyPolicyCall,
  adminCheckPolicyCall,
  adminExplainPolicyCall,
  adminPolicyCall,
  adminPolicyVersionCall,
  adminPolicyVersionsCall,
  adminRehearsePolicyCall,
} from './policy.ts';
import {
  adminCreateProviderCall,
  adminProvidersCall,
  adminRemoveProviderCall,
  adminRemoveSiloCall,
  adminSetSiloCall,
  adminSilosCall,
} from './providers.ts';
import { adminSignInCall, adminSignInSeriesCall, adminSignInsCall } from './sign-ins.ts';
import { adminSearchCall } from './search.ts';
import { adminSetFeatureCall, adminSetSettingsCall, adminSettingsCall } from './settings.ts';
import {
  adminAskCallerNumberCall,
  adminCheckAgainCall,
  adminReportCall,
  adminSupportCall,
  adminTryCallerNumberCall,
} from './support.ts';
import { adminMakeExtensionCall, adminPackagesCall } from './packages.ts';
import { adminStatusCall } from './status.ts';
import { adminTryPolicyCall } from './try-out.ts';
import {
  adminAddUpstreamCall,
  adminRemoveUpstreamCall,
  adminUpdateUpstreamCall,
  adminTryUpstreamCall,
  adminUpstreamTrialCall,
  adminUpstreamsCall,
} from './upstreams.ts';

/** What those who run the product call. */
export const ADMIN_CALLS = {
  adminStatus: adminStatusCall,
  adminFirstSteps: adminFirstStepsCall,
  adminPackages: adminPackagesCall,
  adminMakeExtension: adminMakeExtensionCall,
  adminCompanies: adminCompaniesCall,
  adminCreateCompany: adminCreateCompanyCall,
  adminCompany: adminCompanyCall,
  adminUpdateCompany: adminUpdateCompanyCall,
  adminSetSupport: adminSetSupportCall,
  adminSetLogo: adminSetLogoCall,
  adminSettings: adminSettingsCall,
  adminSetSettings: adminSetSettingsCall,
  adminSetFeature: adminSetFeatureCall,
  adminMail: adminMailCall,
  adminSetMail: adminSetMailCall,
  adminRemoveMail: adminRemoveMailCall,
  adminTryMail: adminTryMailCall,
  adminProviders: adminProvidersCall,
  adminCreateProvider: adminCreateProviderCall,
  adminRemoveProvider: adminRemoveProviderCall,
  adminSilos: adminSilosCall,
  adminSetSilo: adminSetSiloCall,
  adminRemoveSilo: adminRemoveSiloCall,
  adminPeople: adminPeopleCall,
  adminPeopleFacets: adminPeopleFacetsCall,
  adminPerson: adminPersonCall,
  adminAddPerson: adminAddPersonCall,
  adminUpdatePerson: adminUpdatePersonCall,
  adminInvitePerson: adminInvitePersonCall,
  adminBlockPerson: adminBlockPersonCall,
  adminResetFactors: adminResetFactorsCall,
  adminLinkPerson: adminLinkPersonCall,
  adminSetRole: adminSetRoleCall,
  adminSetPersonSettings: adminSetPersonSettingsCall,
  adminSetPersonFeature: adminSetPersonFeatureCall,
  adminSessions: adminSessionsCall,
  adminEndSessions: adminEndSessionsCall,
  adminImportPeople: adminImportPeopleCall,
  adminExportPerson: adminExportPersonCall,
  adminErasePerson: adminErasePersonCall,
  adminDeadlines: adminDeadlinesCall,
  adminDevices: adminDevicesCall,
  adminDevice: adminDeviceCall,
  adminDeviceHistory: adminDeviceHistoryCall,
  adminDeviceReports: adminDeviceReportsCall,
  adminDeviceReport: adminDeviceReportCall,
  adminApproveDevice: adminApproveDeviceCall,
  adminApproveSeenDevices: adminApproveSeenDevicesCall,
  adminRenameDevice: adminRenameDeviceCall,
  adminRetireDevice: adminRetireDeviceCall,
  adminBlockDevice: adminBlockDeviceCall,
  adminApplications: adminApplicationsCall,
  adminApplication: adminApplicationCall,
  adminAddApplication: adminAddApplicationCall,
  adminUpdateApplication: adminUpdateApplicationCall,
  adminRenewClientSecret: adminRenewClientSecretCall,
  adminDisableApplication: adminDisableApplicationCall,
  adminRemoveApplication: adminRemoveApplicationCall,
  adminSetApplicationSettings: adminSetApplicationSettingsCall,
  adminAccessRequests: adminAccessRequestsCall,
  adminAccessGrants: adminAccessGrantsCall,
  adminGrantAccess: adminGrantAccessCall,
  adminApproveAccess: adminApproveAccessCall,
  adminRefuseAccess: adminRefuseAccessCall,
  adminRevokeAccess: adminRevokeAccessCall,
  adminUpstreams: adminUpstreamsCall,
  adminAddUpstream: adminAddUpstreamCall,
  adminUpdateUpstream: adminUpdateUpstreamCall,
  adminRemoveUpstream: adminRemoveUpstreamCall,
  adminTryUpstream: adminTryUpstreamCall,
  adminUpstreamTrial: adminUpstreamTrialCall,
  adminKeys: adminKeysCall,
  adminAddKey: adminAddKeyCall,
  adminActivateKey: adminActivateKeyCall,
  adminRetireKey: adminRetireKeyCall,
  adminTokens: adminTokensCall,
  adminCreateToken: adminCreateTokenCall,
  adminRevokeToken: adminRevokeTokenCall,
  adminAllowCommandLine: adminAllowCommandLineCall,
  adminEndOwnToken: adminEndOwnTokenCall,
  adminGate: adminGateCall,
  adminSetGate: adminSetGateCall,
  adminGateImpact: adminGateImpactCall,
  adminGateImpactPeople: adminGateImpactPeopleCall,
  adminGateBrake: adminGateBrakeCall,
  adminStages: adminStagesCall,
  adminSetStages: adminSetStagesCall,
  adminBeginStage: adminBeginStageCall,
  adminPolicy: adminPolicyCall,
  adminPolicyVersions: adminPolicyVersionsCall,
  adminPolicyVersion: adminPolicyVersionCall,
  adminCheckPolicy: adminCheckPolicyCall,
  adminApplyPolicy: adminApplyPolicyCall,
  adminExplainPolicy: adminExplainPolicyCall,
  adminRehearsePolicy: adminRehearsePolicyCall,
  adminTryPolicy: adminTryPolicyCall,
  adminExemptions: adminExemptionsCall,
  adminAddExemption: adminAddExemptionCall,
  adminEndExemption: adminEndExemptionCall,
  adminAudit: adminAuditCall,
  adminSignIns: adminSignInsCall,
  adminSignInSeries: adminSignInSeriesCall,
  adminSignIn: adminSignInCall,
  adminSearch: adminSearchCall,
  adminSupport: adminSupportCall,
  adminCheckAgain: adminCheckAgainCall,
  adminAskCallerNumber: adminAskCallerNumberCall,
  adminTryCallerNumber: adminTryCallerNumberCall,
  adminReport: adminReportCall,
  adminLifecycle: adminLifecycleCall,
  adminUpdateLifecycle: adminUpdateLifecycleCall,
  adminSoftware: adminSoftwareCall,
  adminAddSoftware: adminAddSoftwareCall,
  adminApproveSoftware: adminApproveSoftwareCall,
  adminRemoveSoftware: adminRemoveSoftwareCall,
  adminRestoreMasterKey: adminRestoreMasterKeyCall,
  adminCreateBackup: adminCreateBackupCall,
  adminBackup: adminBackupCall,
} as const;
