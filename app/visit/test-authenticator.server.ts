import { type ShopContext } from './shop-context.server.ts'

/** The sandbox stands for the app on a phone where this process serves it and visitors may open it. */
export const hasTestAuthenticator = ({ settings }: Pick<ShopContext, 'settings'>): boolean =>
  settings.payments === 'sandbox' &&
  settings.apiUrl === undefined &&
  (!settings.isPublic || settings.sandboxPassword !== undefined)
