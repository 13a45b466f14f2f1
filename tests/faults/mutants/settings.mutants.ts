import type { Mutant } from './mutant.ts'

const CONFIG = 'server/src/platform/config.ts'
const KEYS = 'server/src/commands/new-key.test.ts'

export const settingsMutants: readonly Mutant[] = [
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
    caught_by: 'a changed secret starts its pods anew',
  },
]
