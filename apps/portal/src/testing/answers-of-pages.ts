import { ANSWERS, type Answers } from './recorded-server.ts';

/** The sign-in that waits. */
export const WAITING = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
const CONTACT = {
  helpCenterUrl: 'https://help.example/',
  phone: '',
  phoneHours: 'Weekdays',
  email: 'of-person@alderbrook.example',
  supportWebSite: '',
  requestSupportUrl: '',
  shareScreenUrl: '',
};
export const COMPANY = {
  workplaceAccessPolicy: 'Strict',
  sessionType: 'Unknown',
  theme: { companyLogoUrl: null, accentColor: null },
  helpArticleUrl: null,
  privacyPolicyUrl: 'https://alderbrook.example/privacy',
  extensionUrls: { chromium: null, firefox: null },
  managedDeviceService: null,
};
const LIST = {
  supportedOs: [{ version: '10.0.22000', name: 'Windows Example' }],
  supportedBrowsers: [{ name: 'Chrome', version: '120' }],
};
const PLATFORM = { frontline: LIST, secureEnclave: LIST, other: LIST };
const SAML = { actionUrl: 'https://app.example/acs', samlResponse: 'signed', relayState: null };
/** What the server answers to the pages around the check, written from the specification: no two answers have the same words. */
export const OF_PAGES: Answers = {
  ...ANSWERS,
  'GET /api/device-compliance/v1/user': {
    companyId: '1174',
    companyName: 'Alderbrook',
    userDisplayName: 'Of the user call',
    userId: '48210',
    userLogin: 'nadia',
    userEmail: 'nadia@alderbrook.example',
    userType: 'Contractor',
  },
  'GET /api/online/v1/support/get-info': CONTACT,
  'GET /api/online/v1/support/phone': { phone: '+1 800 555 0199' },
  'GET /api/online/v1/support/public-info': {
    ...CONTACT,
    email: 'of-company@alderbrook.example',
    companyName: 'Alderbrook',
    productName: 'Workplace',
  },
  'GET /api/online/v1/company-settings': COMPANY,
  'GET /api/online/v1/settings': {
    ...COMPANY,
    features: [{ key: 'isWebAppLiveChatEnabled', active: true }],
    signupPath: null,
  },
  'GET /api/online/v1/eula': { text: '<p>Of the licence call.</p>' },
  'GET /api/settings/v2/supported-versions': { mac: PLATFORM, windows: PLATFORM },
  'GET /api/livechat/v1/settings': { widgetSourceUrl: 'https://chat.example/widget.js', token: 'of-chat' },
  'GET /api/device-compliance/v1/required-state': { requiredState: 'NotRequired' },
  'GET /api/device-compliance/v1/software-installation-requirement': {
    siloData: { id: 'eu-1', clientDownloadBasePath: 'https://gate.example/download', endpoints: [] },
    fciUserInfo: null,
    deviceComplianceCheckMobileUrl: 'https://phone.example/',
    isFastCheckModeEnabled: false,
    isRemediationEnabled: true,
  },
  'GET /api/device-compliance/v1/saml-response': SAML,
  'GET /api/device-compliance/v1/saml-response/skip-installation': SAML,
  'GET /api/device-compliance/v1/temp-access-info': {
    isTempAccessGranted: false,
    expiresAt: null,
    reason: null,
    mayBeAsked: false,
    isAsked: false,
    refusal: null,
    caller: null,
  },
  'GET /api/online/v1/feature-flags/fci': { key: 'fci', active: false },
  'GET /api/device-compliance/v1/installer-parameters': {
    url: 'https://gate.example/download/workplace.msi',
    params: { company: 'Alderbrook' },
    token: null,
    deviceUserId: 'of-installer',
  },
  [`GET /api/online/v1/pending-sign-in/${WAITING}`]: {
    loginMarker: WAITING,
    applicationName: 'Mail',
    startUrl: null,
    mode: 'frontline',
    workplaceAccessPolicy: 'Permissive',
    isPolicyEnforced: false,
  },
};
