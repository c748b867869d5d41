/** What every screen shows around its own content, and where its links lead. */
export interface PageInfo {
  readonly companyName: string;
  readonly logoUrl: string | null;
  /** The configured product name. */
  readonly productName: string;
  /** Null until the computer has said its name. */
  readonly computer: {
    readonly name: string;
    /** 'Windows 11 · Chrome 143' */
    readonly systemAndBrowser: string;
    readonly isLaptop: boolean;
  } | null;
  readonly client: { readonly version: string; readonly isUpToDate: boolean } | null;
  readonly supportCode: string | null;
  /** The day on which this is read, ISO date: deadlines count from it. */
  readonly today: string;
  readonly links: {
    readonly support: string;
    readonly whatWeRead: string;
    readonly privacyPolicy: string | null;
    /** Where the client and the extension are installed from. */
    readonly download: string | null;
    readonly helpArticle: (article: string) => string;
  };
}
