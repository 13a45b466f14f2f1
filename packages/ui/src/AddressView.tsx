/**
 * The one way to show an address: whole, in groups of four, never shortened, its ends never stressed, since people who make
 * look-alike addresses match the ends. `against` marks the groups that differ from another address.
 */
import type { ReactNode } from 'react'

const groupsOf = (address: string): string[] => address.match(/.{1,4}/g) ?? []

interface Props {
  readonly address: string
  readonly against?: string
  readonly perRow?: 4 | 7 | 14
  /** A copy button, in words of the page's language. */
  readonly copy?: ReactNode
}

export const AddressView = ({ address, against, perRow = 7, copy }: Props) => {
  const other = against === undefined ? undefined : groupsOf(against)
  return (
    <span className="address">
      {/* Spelled once, for screen readers and for what a selection copies; the groups are a picture of it. */}
      <span className="visually-hidden">{address}</span>
      <span className="address-groups" data-per-row={perRow} aria-hidden="true">
        {groupsOf(address).map((group, at) => (
          <span key={`${String(at)}${group}`} data-differs={other && other[at] !== group ? '' : undefined}>
            {group}
          </span>
        ))}
      </span>
      {copy}
    </span>
  )
}
