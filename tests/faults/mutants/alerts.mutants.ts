import type { Mutant } from './mutant.ts'

const ALERTS = 'deploy/prometheus/alerts.test.ts'
const OPS_PORT = 'server/test/ops-port.test.ts'
const RECORD = 'server/src/platform/http/record-calls.ts'
const MANAGER = 'deploy/alertmanager/alertmanager.yaml'
const MUTED = 'an outage mutes what follows from it, and nothing else'
const FROM_ZERO = 'has health, readiness and metrics there'

export const alertsMutants: readonly Mutant[] = [
  {
    name: 'a process that reports no metrics mutes every other alert',
    file: MANAGER,
    find: '  - source_matchers: [alertname = "PursestringsDiskFull"]',
    replace:
      '  - source_matchers: [alertname = "PursestringsNoMetrics"]\n    target_matchers: [alertname =~ "Pursestrings.+", alertname != "PursestringsNoMetrics"]\n  - source_matchers: [alertname = "PursestringsDiskFull"]',
    test: ALERTS,
    caught_by: MUTED,
  },
  {
    name: 'an outage of the workers mutes what the apis tell',
    file: MANAGER,
    find: '    equal: [role]\n',
    replace: '',
    test: ALERTS,
    caught_by: MUTED,
  },
  {
    name: 'nobody is woken though nobody can sign in by mail',
    file: 'deploy/prometheus/rules.yaml',
    find: '        for: 3m\n        labels: { severity: page }',
    replace: '        for: 3m\n        labels: { severity: ticket }',
    test: ALERTS,
    caught_by: 'whoever must act at once is woken',
  },
  {
    name: 'a group that lacks a process looks complete',
    file: 'deploy/prometheus/rules.yaml',
    find: 'svc_processes_ready < svc_processes_wanted',
    replace: 'svc_processes_ready < 1',
    test: ALERTS,
    caught_by: 'each fault makes its alert fire',
  },
  {
    name: 'the first call that fails is not seen, since its figure begins with it',
    file: RECORD,
    find: "  for (const { id } of operations) metrics.served.inc({ operation: id, outcome: 'failed' }, 0)\n",
    replace: '',
    test: OPS_PORT,
    caught_by: FROM_ZERO,
  },
  {
    name: 'the first job that fails is not seen, since its figure begins with it',
    file: 'server/src/platform/jobs/jobs.ts',
    find: "    for (const outcome of ['done', 'failed'] as const) count(queue, outcome, 0)\n",
    replace: '',
    test: OPS_PORT,
    caught_by: FROM_ZERO,
  },
  {
    name: 'strangers with invented tokens make the share of failed creates look small',
    file: RECORD,
    find: 'new Set([401, 429])',
    replace: 'new Set([429])',
    test: OPS_PORT,
    caught_by: 'of the calls of strangers those that were turned away are not counted',
  },
]
