import { FormParts } from './form-parts.tsx'
import { ShopParts } from './shop-parts.tsx'
import { Tokens } from './tokens.tsx'

/** Every part the pages are made of, in every state it has. */
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
