import { FormParts } from './form-parts.tsx'
import { ShopParts } from './shop-parts.tsx'
import { Tokens } from './tokens.tsx'

/** All components of the pages, in all their states. */
export function StyleGuidePage({ brandName }: { brandName: string }) {
  return (
    <div className="wrap section narrow">
      <h1>Style guide</h1>
      <Tokens />
      <FormParts />
      <ShopParts brandName={brandName} />
    </div>
  )
}
