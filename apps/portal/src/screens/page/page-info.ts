/** What every screen shows around its own content, and where its links lead. */
export interface PageInfo {
  readonly companyName: string;
  /** Empty until it is known who is signed in. */
  readonly userName: string;
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
  /** Empty until the company has set one. */
  readonly supportPhone: string;
  readonly supportHours: string;
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
