import { findShopBrand } from '#brands/index.ts'
import { type ReactNode } from 'react'
import { getSceneUrl } from '../pictures/scene-art.ts'
import enhanceUrl from '../enhancers/account.js?url'
import { useShellData } from '../visit/shell-data.ts'

/** A narrow form; on wide screens a picture as high as the window stands next to it. */
export function AccountSplit({ children }: { children: ReactNode }) {
  // An evening picture of the brand; it is decoration and shows nothing that the page does not say.
  const { place, mood } = findShopBrand(useShellData()?.brand.id).pictures.account
  return (
    <div className="split-page">
      {children}
      <div className="split-art" aria-hidden="true">
        <picture>
          <source media="(min-width: 62em)" srcSet={getSceneUrl(place, mood, 'tall')} />
          {/* Where the picture is not shown, none is loaded. */}
          <img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt="" />
        </picture>
      </div>
      <AccountScript />
    </div>
  )
}

/** The script that improves account pages; they work without it. */
export const AccountScript = () => <script type="module" src={enhanceUrl} />
