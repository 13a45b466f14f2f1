/** Two strokes, one tick: the first asks, the second answers. */
export const Mark = ({ size = 24 }: { readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M4 12.5 9.2 18" opacity=".45" />
    <path d="M9.2 18 20 6" />
    <path d="M4 21.5h16" strokeWidth="1.5" opacity=".45" />
  </svg>
)

export const Wordmark = ({ size }: { readonly size?: number }) => (
  <span className="wordmark">
    <Mark {...(size !== undefined && { size })} />
    Pursestrings
  </span>
)
