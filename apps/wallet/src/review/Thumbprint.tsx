/** A key's thumbprint, whole and in groups of four; screen readers get it once. */
const groupsOf = (text: string): readonly string[] => text.match(/.{1,4}/g) ?? []

export const Thumbprint = ({ of, size = 'm' }: { readonly of: string; readonly size?: 'm' | 'l' }) => (
  <span>
    <span className="visually-hidden">{of}</span>
    <span className="thumbprint" data-size={size} aria-hidden="true">
      {groupsOf(of).map((group, at) => (
        <span key={`${String(at)}${group}`}>{group}</span>
      ))}
    </span>
  </span>
)
