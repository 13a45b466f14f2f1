/** The pages of the side bar. The palette lists the same, and `g` with a page's key goes there. */
export const PAGE_GROUPS = [
  {
    label: undefined,
    pages: [
      { to: '/', icon: 'overview', label: 'nav.overview', key: 'o' },
      { to: '/requests', icon: 'requests', label: 'nav.requests', key: 'r' },
      { to: '/agent-payments', icon: 'agentPayments', label: 'nav.agentPayments', key: undefined },
    ],
  },
  {
    label: 'nav.payees',
    pages: [
      { to: '/recipients', icon: 'recipients', label: 'nav.recipients', key: 'p' },
      { to: '/domains', icon: 'domains', label: 'nav.domains', key: 'd' },
    ],
  },
  {
    label: 'nav.developers',
    pages: [
      { to: '/agents', icon: 'agents', label: 'nav.agents', key: 'a' },
      { to: '/policies', icon: 'policies', label: 'nav.policies', key: undefined },
      { to: '/api-keys', icon: 'keys', label: 'nav.keys', key: undefined },
      { to: '/webhooks', icon: 'webhooks', label: 'nav.webhooks', key: 'w' },
    ],
  },
  {
    label: 'nav.organization',
    pages: [
      { to: '/members', icon: 'members', label: 'nav.members', key: undefined },
      { to: '/audit', icon: 'audit', label: 'nav.audit', key: 'l' },
      { to: '/settings', icon: 'settings', label: 'nav.settings', key: undefined },
    ],
  },
] as const

export const ALL_PAGES = PAGE_GROUPS.flatMap(({ pages }) => [...pages])
