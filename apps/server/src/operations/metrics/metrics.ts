import type { ErrorCode } from '@vestibule/contracts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** A label says what was asked, decided or found. Never who: no person, computer, login or address. */
interface MetricKind {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
}

/** Every metric. `docs/operations.md` has the same table, and a test compares them. */
export const METRICS = {
  vestibule_sign_ins_total: {
    kind: 'counter',
    help: 'Sign-ins to a work application that were answered',
    labels: ['application', 'verdict', 'outcome'],
  },
  vestibule_verdicts_total: {
    kind: 'counter',
    help: 'Results of single checks, as pages were told of them',
    labels: ['check', 'state'],
  },
  vestibule_refusals_total: { kind: 'counter', help: 'Calls that were refused', labels: ['code'] },
  vestibule_call_seconds: {
    kind: 'histogram',
    help: 'Time from a request to its answer, event streams left out',
    labels: ['call', 'status'],
  },
  vestibule_event_loop_lag_seconds: {
    kind: 'gauge',
    help: 'How late the process came to what was due, since the last scrape',
    labels: ['quantile'],
  },
  vestibule_db_pool_waiting: { kind: 'gauge', help: 'Queries that wait for a connection to PostgreSQL', labels: [] },
  vestibule_db_pool_connections: { kind: 'gauge', help: 'Open connections to PostgreSQL', labels: ['state'] },
  vestibule_db_up: { kind: 'gauge', help: '1: the database answers', labels: [] },
  vestibule_console_streams: { kind: 'gauge', help: 'Pages of the console that are pushed to', labels: [] },
  vestibule_event_streams: { kind: 'gauge', help: 'Pages that are pushed to', labels: [] },
  vestibule_certificate_expires_seconds: {
    kind: 'gauge',
    help: 'Time until the certificate ends that the server itself serves',
    labels: [],
  },
  vestibule_gate_report_only: {
    kind: 'gauge',
    help: 'Companies whose policy is not enforced at present',
    labels: [],
  },
  vestibule_memory_bytes: { kind: 'gauge', help: 'Memory of the process', labels: [] },
  vestibule_cpu_seconds_total: { kind: 'counter', help: 'Processor time of the process', labels: [] },
  vestibule_start_time_seconds: { kind: 'gauge', help: 'When the process began, in seconds since 1970', labels: [] },
} as const satisfies Record<string, MetricKind>;

export type MetricName = keyof typeof METRICS;
type Labels<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>;

/** One value of a metric that is read when it is asked for. */
export interface Reading<Name extends MetricName> {
  readonly value: number;
  readonly labels: Labels<Name>;
}
export type Read<Name extends MetricName> = () => readonly Reading<Name>[] | Promise<readonly Reading<Name>[]>;

/** Where the server counts what it does. */
export interface Metrics {
  signIn(labels: Labels<'vestibule_sign_ins_total'>): void;
  verdict(labels: Labels<'vestibule_verdicts_total'>): void;
  refusal(code: ErrorCode): void;
  call(labels: Labels<'vestibule_call_seconds'>, seconds: number): void;
  /** Reads it at each scrape. What cannot be read is left out. */
  watch<Name extends MetricName>(name: Name, read: Read<Name>): void;
}

/** Where no one asks for metrics, nothing is counted. */
export const NO_METRICS: Metrics = {
  signIn: () => undefined,
  verdict: () => undefined,
  refusal: () => undefined,
  call: () => undefined,
  watch: () => undefined,
};
