import type { PageInfo } from '../src/screens/page/page-info.ts';
import logoUrl from './logo.svg';

export const pageInfo: PageInfo = {
  companyName: 'Alderbrook',
  userName: 'Nadia Keller',
  logoUrl,
  productName: 'Workplace',
  computer: { name: 'NADIA-LT-0427', systemAndBrowser: 'Windows 11 · Chrome 143', isLaptop: true },
  client: { version: '3.6.2', isUpToDate: true },
  supportCode: '7KQ-42M',
  supportPhone: '+1 800 555 0142',
  supportHours: 'Monday to Friday, 8 to 18',
  today: '2026-11-21',
  links: {
    support: '#support',
    whatWeRead: '#what-we-read',
    privacyPolicy: '#privacy-policy',
    download: '#download',
    helpArticle: (article) => `#help-${article}`,
  },
};
