import { type MailDeclaration } from './declare-mail.ts'
import { type MailKind } from './mail-kinds.ts'

export type MailDeclarations = { readonly [Kind in MailKind]: MailDeclaration<Kind> }

let registered: MailDeclarations | undefined

/** Registers the declaration of every kind, which lies in a later room. */
export function registerDeclarations(declarations: MailDeclarations): void {
  registered = declarations
}

function declarations(): MailDeclarations {
  if (!registered) throw new Error('No kinds of mail are registered')
  return registered
}

/** The declaration of a queued mail's kind; undefined for a kind that there is no more. */
export function findMailDeclaration(kind: string): MailDeclaration | undefined {
  return Object.values(declarations()).find((one) => one.kind === kind)
}

export const getMailDeclaration = (kind: MailKind): MailDeclaration => declarations()[kind]

/** The kinds whose declarations fit. */
export const listMailKinds = (fits: (declaration: MailDeclaration) => boolean): MailKind[] =>
  Object.values(declarations()).flatMap((one) => (fits(one) ? [one.kind] : []))
