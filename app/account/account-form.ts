import { PasswordResetRequest, Registration, UserTokenRequest } from '#contract/people.ts'
import { type FormShape } from '../ui/form/form-shape.ts'
import { type FormTab } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'

/** A field's id in the page: the panels have fields of the same names. */
export const accountFieldId = (tab: FormTab, name: string) => `${tab}-${name.replace('_', '-')}`

const fieldId = (tab: FormTab) => (name: string) => accountFieldId(tab, name)

export const ACCOUNT_FORMS = {
  login: {
    id: 'login',
    labels: { email: 'Email', password: 'Password' },
    fieldId: fieldId('login'),
    wholeForm: [ACCOUNT_TEXT.refused],
  },
  register: {
    id: 'register',
    labels: {
      website: 'Website',
      first_name: 'First name',
      last_name: 'Last name',
      phone: 'Phone',
      text_consent: null,
      email: 'Email',
      password: 'Password',
    },
    fieldId: fieldId('register'),
  },
  reset: {
    id: 'reset',
    labels: { website: 'Website', email: 'Email' },
    fieldId: fieldId('reset'),
  },
} as const satisfies Record<FormTab, FormShape>

/** The messages of spec section 5. */
export const accountSchemas = {
  login: UserTokenRequest.shape.auth,
  register: Registration.omit({ tag_list: true }),
  reset: PasswordResetRequest.shape.password_reset.pick({ email: true }),
}
