/** Line icons, 22 px. */
const PATHS = {
  inbox: 'M3 11.5 5 4h10l2 7.5V16H3zM3 11.5h4l1 2h4l1-2h4',
  agents: 'M4 7.5h12v8.5H4zM10 7.5V4.5M8 11.5v1M12 11.5v1',
  activity: 'M4 5h12M4 10h12M4 15h8',
  settings:
    'M3 7h7M15 7h2M3 13.5h2M10 13.5h7M12.5 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM7.5 11.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  back: 'm12.5 4-6 6 6 6',
  go: 'm7.5 4 6 6-6 6',
  file: 'M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15',
  add: 'M10 4v12M4 10h12',
  key: 'M7 8.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM9.8 9.7 16.5 3M13.5 6l2.5 2.5',
  shield: 'M10 2.5 4 4.5v5c0 4 2.5 6.5 6 8 3.5-1.5 6-4 6-8v-5z',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 9v4.5M10 6.5h.01',
  alert: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2h.01',
  eye: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  hide: 'M4 4l12 12M8 4.8A9 9 0 0 1 10 4.5c5 0 8 5.5 8 5.5a14 14 0 0 1-2.6 3.2M5 6.3A13.6 13.6 0 0 0 2 10s3 5.5 8 5.5a8 8 0 0 0 3.5-.8',
  download: 'M10 3v9M6 8.5l4 4 4-4M4 16.5h12',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 6v4l2.7 1.8',
  pause: 'M7 5v10M13 5v10',
  bell: 'M5.5 14V9a4.5 4.5 0 0 1 9 0v5M3.5 14h13M8.5 16.5a1.6 1.6 0 0 0 3 0M10 4.5V3',
  scheme:
    'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  globe:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM2.5 10h15M10 2.5c2 2 3 4.6 3 7.5s-1 5.5-3 7.5c-2-2-3-4.6-3-7.5s1-5.5 3-7.5z',
  leave: 'M8 3.5H3.5v13H8M8 10h9M13.5 6.5 17 10l-3.5 3.5',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  bolt: 'M11 2.5 4.5 11.5H10L9 17.5l6.5-9H10z',
  lock: 'M4.5 9h11v8h-11zM6.5 9V6.5a3.5 3.5 0 0 1 7 0V9',
  passkey:
    'M3.5 8.5a6.7 6.7 0 0 1 13 0M5.7 14.5c.5-1.2.7-2.7.7-4.3a3.6 3.6 0 0 1 7.2 0c0 1.2-.1 2.4-.3 3.5M10 10.2c0 2.6-.5 5-1.4 7M12.6 16.8c.3-.7.5-1.4.6-2M3.6 12c.1-.6.1-1.2.1-1.8M16.4 11.5c0 1.3-.1 2.5-.3 3.7',
  scan: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M6.5 6.5h2.5v2.5H6.5zM11 6.5h2.5v2.5H11zM6.5 11h2.5v2.5H6.5zM11 11h2.5v2.5',
  octagon: 'M6.7 2.5h6.6l4.2 4.2v6.6l-4.2 4.2H6.7l-4.2-4.2V6.7zM10 6v5m0 2.6h.01',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name, size = 22 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    className="icon"
    width={size}
    height={size}
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
