/**
 * How each secret setting is replaced. `ring`: it holds several keys between commas, the first signs
 * and all are accepted. `issuer`: a service outside has issued it, and issues another one that is
 * valid beside it. `password`: people type it, and type the new one from then on.
 */
export type Rotation = 'ring' | 'issuer' | 'password'

/** Every setting that must stay secret; `docs/operations.md` tells how each of them is rotated. */
export const secretSettings = {
  SESSION_SECRET: 'ring',
  JWT_SECRET: 'ring',
  CODE_SECRET: 'ring',
  BACKUP_SECRET: 'ring',
  VISITOR_SECRET: 'ring',
  METRICS_TOKEN: 'ring',
  STRIPE_WEBHOOK_SECRET: 'ring',
  TWILIO_AUTH_TOKEN: 'ring',
  STRIPE_SECRET_KEY: 'issuer',
  TWILIO_API_SECRET: 'issuer',
  BUCKET_SECRET_KEY: 'issuer',
  SMTP_URL: 'issuer',
  DATABASE_URL: 'issuer',
  DATABASE_DIRECT_URL: 'issuer',
  RESTORE_TRIAL_URL: 'issuer',
  OTEL_EXPORTER_OTLP_HEADERS: 'issuer',
  DEMO_PASSWORD: 'password',
  SANDBOX_PASSWORD: 'password',
} as const satisfies Record<string, Rotation>

export type SecretSetting = keyof typeof secretSettings

/** The secrets of our own making, which `npm run rotate-secret` replaces. */
export const rotatedSettings = [
  'SESSION_SECRET',
  'JWT_SECRET',
  'CODE_SECRET',
  'BACKUP_SECRET',
  'VISITOR_SECRET',
  'METRICS_TOKEN',
] as const
