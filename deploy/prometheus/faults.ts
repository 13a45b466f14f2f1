/** An hour and a half of a service that is well, and of one with each fault that an alert tells: figures by the minute. */
/** Series by name, and their values every minute. */
export type Series = Readonly<Record<string, string>>
export interface Fault {
  readonly series: Series
  /** What fires besides: it follows, and is muted. */
  readonly with?: readonly string[]
}

/** Half an hour in which all is well, then an hour of something else. */
const from = (before: number | '_', now: number) => `${before}x29 ${now}x60`
const growing = (per_minute: number) => `0x29 0+${per_minute}x60`

export const create = 'operation="payment_requests.create"'
const disk = 'instance="db",job="pursestrings-machines",mountpoint="/var/lib/postgresql"'
export const HEALTHY: Series = {
  'up{job="pursestrings-api",instance="api-1"}': '1x90',
  'up{job="pursestrings-api",instance="api-2"}': '1x90',
  'up{job="pursestrings-worker",instance="worker-1"}': '1x90',
  'svc_processes_ready{role="api",instance="api-1"}': '1x90',
  'svc_processes_wanted{role="api",instance="api-1"}': '1x90',
  'svc_processes_ready{role="api",instance="api-2"}': '4x90',
  'svc_processes_wanted{role="api",instance="api-2"}': '4x90',
  'svc_processes_ready{role="worker",instance="worker-1"}': '1x90',
  'svc_processes_wanted{role="worker",instance="worker-1"}': '1x90',
  'svc_calls_total{operation="merchants.list",outcome="answered"}': '0+100x90',
  'svc_calls_total{operation="merchants.list",outcome="failed"}': '0x90',
  'svc_mail_total{outcome="sent"}': '0+10x90',
  'svc_mail_total{outcome="failed"}': '0x90',
  'svc_dns_questions_total{resolver="192.0.2.1",said="answered"}': '0+10x90',
  'svc_dns_questions_total{resolver="192.0.2.1",said="silent"}': '0x90',
  'svc_outcome_unknown_total{instance="api-1"}': '0x90',
  'svc_facts_mismatch_total{instance="api-1"}': '0x90',
  'svc_jobs_total{queue="webhook-events",outcome="failed"}': '0x90',
  'svc_database_server_connections{of="open"}': '40x90',
  'svc_database_server_connections{of="max"}': '97x90',
  'svc_standbys{instance="api-1"}': '1x90',
  'svc_standby_lag_seconds{instance="api-1"}': '0.1x90',
  [`node_filesystem_avail_bytes{${disk}}`]: '60x90',
  [`node_filesystem_size_bytes{${disk}}`]: '100x90',
  'svc_key_age_seconds{purpose="facts"}': '600000x90',
  'svc_key_age_seconds{purpose="webhook"}': '6000000x90',
  'svc_canary_ok{instance="canary"}': '1x90',
  'svc_canary_token_seconds_left{instance="canary"}': '7000000x90',
  'svc_canary_certificate_seconds_left{instance="canary"}': '7000000x90',
}

/** By the alert that tells it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  NoMetrics: { series: { 'svc_processes_ready{role="worker",instance="worker-1"}': '1x29 stale' } },
  NoneReady: {
    series: { 'svc_processes_ready{role="worker",instance="worker-1"}': from(1, 0) },
    with: ['ProcessNotReady'],
  },
  ProcessGone: { series: { 'up{job="pursestrings-api",instance="api-1"}': from(1, 0) } },
  ProcessNotReady: { series: { 'svc_processes_ready{role="api",instance="api-2"}': from(4, 3) } },
  CallsFailing: { series: { 'svc_calls_total{operation="merchants.list",outcome="failed"}': growing(10) } },
  DatabaseConnections: { series: { 'svc_database_server_connections{of="open"}': from(40, 90) } },
  StandbyLate: { series: { 'svc_standby_lag_seconds{instance="api-1"}': from(0, 60) } },
  StandbyGone: { series: { 'svc_standbys{instance="api-1"}': from(1, 0) } },
  DiskFilling: { series: { [`node_filesystem_avail_bytes{${disk}}`]: from('_', 19) } },
  DiskFull: { series: { [`node_filesystem_avail_bytes{${disk}}`]: from('_', 7) }, with: ['DiskFilling'] },
  KeyOld: { series: { 'svc_key_age_seconds{purpose="facts"}': '700000x90' } },
  FactsMismatch: { series: { 'svc_facts_mismatch_total{instance="api-1"}': growing(1) } },
  WebhooksLate: { series: { svc_webhook_oldest_pending_seconds: from(10, 400) } },
  FeedLate: { series: { svc_events_pending: from(5, 5000) } },
  JobsFailing: { series: { 'svc_jobs_total{queue="webhook-events",outcome="failed"}': growing(60) } },
  DeadLetters: { series: { svc_dead_letters: from(0, 3) } },
  DatabaseWaiting: { series: { 'svc_database_waiting{login="app"}': from(0, 40) } },
  Shedding: { series: { 'svc_shed_total{reason="waiting"}': growing(120) } },
  QueueLate: { series: { 'svc_queue_oldest_seconds{queue="letters"}': from(1, 700) } },
  OutcomeUnknown: { series: { 'svc_outcome_unknown_total{instance="api-1"}': growing(1) } },
  NotificationsFailing: { series: { svc_wake_failing: from(0, 1) } },
  MailFailing: {
    series: { 'svc_mail_total{outcome="sent"}': '0+10x29 290x60', 'svc_mail_total{outcome="failed"}': growing(10) },
  },
  ClockOff: { series: { svc_clock_offset_seconds: from(0, 3) } },
  ArchiveStale: { series: { svc_wal_archived_age_seconds: from(40, 400) } },
  ServiceHeadLate: { series: { svc_service_head_age_seconds: from(40, 400) } },
  LedgerFaults: { series: { 'svc_ledger_faults_total{source="north",why="timeout"}': growing(30) } },
  ResolverSilent: {
    series: {
      'svc_dns_questions_total{resolver="192.0.2.1",said="answered"}': '0+10x29 290x60',
      'svc_dns_questions_total{resolver="192.0.2.1",said="silent"}': growing(10),
    },
  },
  PayeeLogFault: { series: { svc_log_fault: from(0, 1) } },
  PayeeLogLate: { series: { svc_log_oldest_pending_s: from(1, 900) } },
  CanaryFailing: { series: { 'svc_canary_ok{instance="canary"}': from(1, 0) } },
  CanaryGone: { series: { 'svc_canary_ok{instance="canary"}': '1x29 stale' } },
  CanaryTokenEnds: { series: { 'svc_canary_token_seconds_left{instance="canary"}': '1000000x90' } },
  CertificateEnds: { series: { 'svc_canary_certificate_seconds_left{instance="canary"}': '1000000x90' } },
}
/** What calls nobody though it looks like a fault. */
export const QUIET: Readonly<Record<string, Series>> = {
  'all is well': {},
  'a service that nobody has called, without a canary, standbys or keys of its own': Object.fromEntries(
    Object.keys(HEALTHY).flatMap((name) => (/^(up|svc_processes)/.test(name) ? [] : [[name, '']])),
  ),
  'a process that restarts is away for a minute': {
    'up{job="pursestrings-api",instance="api-1"}': '1x40 0 1x20',
    'svc_processes_ready{role="api",instance="api-1"}': '1x40 _ 0 1x20',
  },
  'two mails fail': { 'svc_mail_total{outcome="sent"}': '0x90', 'svc_mail_total{outcome="failed"}': '0x50 1x5 2x6' },
  "a resolver is slow with one merchant's name": {
    'svc_dns_questions_total{resolver="192.0.2.1",said="silent"}': growing(3),
  },
  'the canary fails once': { 'svc_canary_ok{instance="canary"}': '1x40 0 1x20' },
  'four calls of an operation fail, which nobody else calls': {
    'svc_calls_total{operation="merchants.list",outcome="answered"}': '0x90',
    'svc_calls_total{operation="merchants.list",outcome="failed"}': '0x50 4x10',
  },
  'a process that takes no more calls says so': {
    'svc_calls_total{operation="health.ready",outcome="failed"}': '0+60x90',
  },
}
