import { addressOf } from './go-to.ts';
import { useRoute } from './route-context.ts';

/** Where the links of every screen lead, in the set of routes the person is in. */
export interface Destinations {
  readonly home: string;
  readonly support: string;
  readonly download: string;
  readonly whatWeRead: string;
  readonly helpArticle: (article: string) => string;
}

/** Support is asked without an id when it is asked from the status page, and leads back there. */
export const FROM_STATUS = 'from=status';

export function useDestinations(): Destinations {
  const { path, isStatusPage } = useRoute();
  const to = (target: string) => addressOf(target, path);
  return {
    home: to(isStatusPage ? '/status' : '/'),
    support: `${to('/support')}${isStatusPage ? `?${FROM_STATUS}` : ''}`,
    download: to('/download'),
    whatWeRead: to('/help/what-we-read'),
    helpArticle: (article) => to(`/help/${encodeURIComponent(article)}`),
  };
}
