import { type ReactNode } from 'react'
import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'

/** The links of a group: to pages of the shop, and of the staff area. */
export type GroupLinks = Record<string, { text: string; href: string; shop: boolean }[]>

interface RowGroupsProps {
  groups: NonNullable<ResourceShape['groups']>
  fields: [string, Field][]
  links: GroupLinks
  show: (name: string, field: Field) => ReactNode
}

/** A long form in groups, each with a description and links to its effects. */
export function RowGroups({ groups, fields, links, show }: RowGroupsProps) {
  return groups.map(({ key, title, about }) => (
    <fieldset key={key} className="row-group" aria-describedby={`about-${key}`}>
      <legend>{title}</legend>
      <p className="muted" id={`about-${key}`}>
        {about}
      </p>
      {fields.filter(([, { group }]) => group === key).map(([name, field]) => show(name, field))}
      <GroupLinkList links={links[key] ?? []} />
    </fieldset>
  ))
}

function GroupLinkList({ links }: { links: GroupLinks[string] }) {
  if (links.length === 0) return null
  return (
    <ul className="desk-chips">
      {links.map(({ text, href, shop }) => (
        <li key={text}>
          <a href={href}>{shop ? `The shopper sees: ${text}` : text}</a>
        </li>
      ))}
    </ul>
  )
}
