import { StatusGlyph } from '@pursestrings/ui/StatusBadge'

/** Something to read first. */
export const Notice = ({ text }: { readonly text: string }) => (
  <div className="notice" data-tone="look">
    <StatusGlyph tone="look" glyph="alert" />
    <p>{text}</p>
  </div>
)
