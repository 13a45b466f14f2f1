/** Line icons of the side bar, 18 px. */
const PATHS = {
  overview: 'M3 3h5v6H3zM12 3h5v3h-5zM12 9h5v8h-5zM3 12h5v5H3z',
  requests: 'M2 10h3.5L8 4l4 12 2.5-6H18',
  domains:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM2.5 10h15M10 2.5c2 2 3 4.6 3 7.5s-1 5.5-3 7.5c-2-2-3-4.6-3-7.5s1-5.5 3-7.5z',
  recipients:
    'm7 10 2.2 2.2L13 8.3M10 2.5l2.2 1.6 2.7-.1.8 2.6 2.2 1.6-.9 2.5.9 2.5-2.2 1.6-.8 2.6-2.7-.1L10 17.5l-2.2-1.4-2.7.1-.8-2.6-2.2-1.6.9-2.5-.9-2.5 2.2-1.6.8-2.6 2.7.1z',
  agents: 'M4 8.5h12v8H4zM10 8.5V4M8 4h4M2 12v2M18 12v2M8 12v1.5M12 12v1.5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  check: 'm4 10.5 4 4 8-9',
} as const

export const Icon = ({ name }: { readonly name: keyof typeof PATHS }) => (
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
