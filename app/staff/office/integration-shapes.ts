import { type FormShape } from '../../ui/form/form-shape.ts'

export const ENDPOINT_SHAPE = {
  id: 'endpoint',
  labels: { url: 'Address', description: 'What it is', brand_id: 'Brand', events: 'Told of' },
  fieldId: (name) => `endpoint-${name}`,
} as const satisfies FormShape

export const KEY_SHAPE = {
  id: 'key',
  labels: { name: 'Name', brand_id: 'Brand', expires_at: 'Good until', scopes: 'What for' },
  fieldId: (name) => `key-${name}`,
} as const satisfies FormShape
