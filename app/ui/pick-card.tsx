import { type ComponentProps, type ReactNode } from 'react'
import { idList } from './field.tsx'

export interface PickCardProps extends Omit<ComponentProps<'input'>, 'id' | 'name' | 'type' | 'title'> {
  id: string
  name: string
  type: 'radio' | 'checkbox'
  title: string
  price?: ReactNode
  children?: ReactNode
}

/**
 * A radio or a checkbox as a card: the whole card is the label, its accessible name is the title
 * alone.
 */
export function PickCard({ id, type, title, price, children, ...input }: PickCardProps) {
  return (
    <label className="pick" htmlFor={id}>
      <input
        type={type}
        id={id}
        aria-labelledby={`${id}-title`}
        aria-describedby={idList(
          price !== undefined && `${id}-price`,
          children !== undefined && `${id}-text`,
        )}
        {...input}
      />
      <span className="pt" id={`${id}-title`}>
        {title}
      </span>
      {price === undefined ? null : (
        <span className="price" id={`${id}-price`}>
          {price}
        </span>
      )}
      {children === undefined ? null : (
        <span className="ps" id={`${id}-text`}>
          {children}
        </span>
      )}
    </label>
  )
}
