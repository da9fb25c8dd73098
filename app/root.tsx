import { Links, Meta, Outlet } from '@remix-run/react'

export default function Root() {
  return (
    <html lang="en" data-brand="1">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  )
}
