import { createServer } from 'node:http'

// The baseline of the speed table: only Node's HTTP server, which sends as many bytes as the page
// it is compared with.
const size = Number(process.argv[2] ?? 0)
const page = Buffer.alloc(size, 'x')
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': String(size) })
    response.end(page)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`)
})
