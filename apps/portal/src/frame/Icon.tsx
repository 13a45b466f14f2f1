/** Line icons of the side bar, 18 px. */
const PATHS = {
  overview: 'M3 3h5v6H3zM12 3h5v3h-5zM12 9h5v8h-5zM3 12h5v5H3z',
  requests: 'M2 10h3.5L8 4l4 12 2.5-6H18',
  agentPayments: 'M11 2.5 4 11.5h5l-1 6 7-9h-5z',
  policies: 'M3.2 15.5a7.5 7.5 0 1 1 13.6 0M10 12.5l3.5-4.5',
  domains:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM2.5 10h15M10 2.5c2 2 3 4.6 3 7.5s-1 5.5-3 7.5c-2-2-3-4.6-3-7.5s1-5.5 3-7.5z',
  recipients:
    'm7 10 2.2 2.2L13 8.3M10 2.5l2.2 1.6 2.7-.1.8 2.6 2.2 1.6-.9 2.5.9 2.5-2.2 1.6-.8 2.6-2.7-.1L10 17.5l-2.2-1.4-2.7.1-.8-2.6-2.2-1.6.9-2.5-.9-2.5 2.2-1.6.8-2.6 2.7.1z',
  agents: 'M4 8.5h12v8H4zM10 8.5V4M8 4h4M2 12v2M18 12v2M8 12v1.5M12 12v1.5',
  members:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c0-3 2.4-4.8 5.5-4.8s5.5 1.8 5.5 4.8M13 3.8a3 3 0 0 1 0 5.4M15 12c1.9.7 3 2.3 3 4.5',
  audit: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M10.2 9v3l2 1.2',
  settings:
    'M10 7.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM8.6 2.5h2.8l.4 2 1.8 1 1.9-.7 1.4 2.4-1.5 1.4v2l1.5 1.4-1.4 2.4-1.9-.7-1.8 1-.4 2H8.6l-.4-2-1.8-1-1.9.7L3.1 13l1.5-1.4v-2L3.1 8.2l1.4-2.4 1.9.7 1.8-1z',
  passkey:
    'M3.5 8.5a6.7 6.7 0 0 1 13 0M5.7 14.5c.5-1.2.7-2.7.7-4.3a3.6 3.6 0 0 1 7.2 0c0 1.2-.1 2.4-.3 3.5M10 10.2c0 2.6-.5 5-1.4 7M12.6 16.8c.3-.7.5-1.4.6-2M3.6 12c.1-.6.1-1.2.1-1.8M16.4 11.5c0 1.3-.1 2.5-.3 3.7',
  mail: 'M2.5 4.5h15v11h-15zM3 5.5l7 5.5 7-5.5',
  keys: 'M12.5 3a4.5 4.5 0 1 1-3.4 7.4L4 15.5V17H2.5v-2.5l5.7-5.7A4.5 4.5 0 0 1 12.5 3zM13.5 6.5h.01',
  webhooks:
    'M10 3.5a3 3 0 0 1 2.6 4.5l2.3 4M8.4 8.6a3 3 0 1 1 1.6-5.1M8.7 8.2 6.4 12.3M5 11.2a3 3 0 1 0 3 4.3h5M15.3 12.1a3 3 0 1 1-2.6 5',
  search: 'M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17',
  go: 'M4 10h12M11 5l5 5-5 5',
  choose: 'm6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  add: 'M10 4v12M4 10h12',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  cross: 'm5 5 10 10M15 5 5 15',
  download: 'M10 3v9M6 8.5l4 4 4-4M3.5 13.5V17h13v-3.5',
  check: 'm4 10.5 4 4 8-9',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
)
