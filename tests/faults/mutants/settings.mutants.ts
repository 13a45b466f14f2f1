import type { Mutant } from './mutant.ts'

const CONFIG = 'server/src/platform/config.ts'
const KEYS = 'server/src/commands/new-key.test.ts'

const BARE = {
  test: 'server/test/service-read.test.ts',
  caught_by: 'without modules it serves every operation of the specification and what completes it, and none beyond',
}

export const settingsMutants: readonly Mutant[] = [
  {
    name: 'a service without modules serves one',
    file: 'packages/contract/src/tiers.ts',
    find: "extensions === 'all' || isCore(tier)",
    replace: "extensions === 'all' || isCore(tier) || tier === 'teams'",
    ...BARE,
  },
  {
    name: 'a service without modules asks for what only these have',
    file: 'server/src/platform/http/what-a-caller-may.ts',
    find: "if (extensions !== 'none') checkStepUp",
    replace: 'checkStepUp',
    ...BARE,
  },
  {
    name: 'an endpoint asks for events that nobody tells',
    file: 'server/src/delivery/webhooks/endpoints/change-endpoint.ts',
    find: 'if (issues.length > 0) throw new Refusal(validationFailed, { issues })\n  }',
    replace: '}',
    ...BARE,
  },
  {
    name: 'a demo shop is offered where real payments are made',
    file: 'server/src/platform/egress/ledger/ledger-faults.ts',
    find: "s.DEMO_SHOP_URL !== undefined && (s.ENVIRONMENT === 'production' || practice.length === 0)",
    replace: "s.DEMO_SHOP_URL !== undefined && s.ENVIRONMENT === 'production'",
    test: 'server/src/platform/config.test.ts',
    caught_by: 'practice ledger',
  },
  {
    name: 'the demo shop hears every page',
    file: 'tools/dev/demo-shop.ts',
    find: '    if (headers.origin !== origin) return 403\n',
    replace: '',
    test: 'tools/dev/demo-shop.test.ts',
    caught_by: 'another page is refused',
  },
  {
    name: 'the demo shop goes by any name',
    file: 'tools/dev/demo-shop.ts',
    find: "(headers.host ?? '')) return 421",
    replace: "(headers.host ?? '')) return 204",
    test: 'tools/dev/demo-shop.test.ts',
    caught_by: 'a name that was pointed at this machine',
  },
  {
    name: "production sends mail to development's catcher",
    file: CONFIG,
    find: "['BASE_URL', 'SMTP_URL', 'MAIL_FROM'] as const",
    replace: "['BASE_URL', 'MAIL_FROM'] as const",
    test: 'server/src/platform/config.test.ts',
    caught_by: 'production does not start with what development has for SMTP_URL',
  },
  {
    name: 'a key in another form is refused without the way to make one',
    file: CONFIG,
    find: "malformed ? '; `pursestrings-server keys new` prints one' : ''",
    replace: "''",
    test: KEYS,
    caught_by: 'and the fault says how to make one',
  },
  {
    name: 'a new key is always the same',
    file: 'server/src/commands/new-key.ts',
    find: 'const bytes = randomBytes(32)',
    replace: 'const bytes = randomBytes(32).fill(7)',
    test: KEYS,
    caught_by: 'a new key fits every setting of keys, and is new each time',
  },
  {
    name: 'pods go on with the secret of before',
    file: 'deploy/helm/templates/api.yaml',
    find: '      annotations: { pursestrings/secret-revision: {{ .Values.secret.revision | quote }} }\n',
    replace: '',
    test: 'server/test/helm.test.ts',
    caught_by: 'a changed secret restarts its pods',
  },
]
