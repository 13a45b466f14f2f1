/**
 * The pages of the side bar. The palette lists the same, and `g` with a page's key goes there. Those `beyond` show only what
 * belongs to modules beyond the specification.
 */
export const PAGE_GROUPS = [
  {
    label: undefined,
    pages: [
      { to: '/', icon: 'overview', label: 'nav.overview', key: 'o', beyond: false },
      { to: '/requests', icon: 'requests', label: 'nav.requests', key: 'r', beyond: false },
      { to: '/agent-payments', icon: 'agentPayments', label: 'nav.agentPayments', key: undefined, beyond: false },
    ],
  },
  {
    label: 'nav.payees',
    pages: [
      { to: '/recipients', icon: 'recipients', label: 'nav.recipients', key: 'p', beyond: false },
      { to: '/domains', icon: 'domains', label: 'nav.domains', key: 'd', beyond: false },
    ],
  },
  {
    label: 'nav.developers',
    pages: [
      { to: '/agents', icon: 'agents', label: 'nav.agents', key: 'a', beyond: false },
      { to: '/policies', icon: 'policies', label: 'nav.policies', key: undefined, beyond: false },
      { to: '/api-keys', icon: 'keys', label: 'nav.keys', key: undefined, beyond: false },
      { to: '/webhooks', icon: 'webhooks', label: 'nav.webhooks', key: 'w', beyond: false },
    ],
  },
  {
    label: 'nav.organization',
    pages: [
      { to: '/members', icon: 'members', label: 'nav.members', key: undefined, beyond: true },
      { to: '/audit', icon: 'audit', label: 'nav.audit', key: 'l', beyond: true },
      { to: '/settings', icon: 'settings', label: 'nav.settings', key: undefined, beyond: true },
    ],
  },
] as const

export interface PageGroup {
  readonly label: (typeof PAGE_GROUPS)[number]['label']
  readonly pages: readonly (typeof PAGE_GROUPS)[number]['pages'][number][]
}
