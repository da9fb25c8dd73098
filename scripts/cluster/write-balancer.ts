/** A server behind the balancer: `host:port`. */
export interface Server {
  name: string
  address: string
}

interface BalancerParts {
  /** Where visitors come in: `host:port`. */
  bind: string
  shops: readonly Server[]
  /**
   * A proxy of one's own stands in front and names the visitor; otherwise what visitors say about
   * themselves is dropped.
   */
  behindProxy: boolean
  /** Where the present primary of some PostgreSQL servers is found, whichever it is. */
  database?: { bind: string; servers: readonly Server[] } | undefined
  /** The name server that knows where a server is now: `host:port`; servers may start later. */
  nameServer?: string
  /** Privileges are given up where the program is started as root. */
  asRoot?: boolean
}

/**
 * The configuration of HAProxy. A process that says 503 at `/readyz`, or does not answer, gets
 * nothing new after about a second and a half. A connection that is refused goes to another process, and so
 * does a read whose process ended under it; a write does not, because it may have happened.
 */
export function writeBalancer(parts: BalancerParts): string {
  const { bind, shops, behindProxy, database, nameServer, asRoot = false } = parts
  const visitors = behindProxy
    ? ['  option forwardfor if-none']
    : ['  http-request set-header X-Forwarded-For %[src]', '  http-request del-header X-Request-Id']
  const lines = [
    'global',
    '  maxconn 4000',
    '  log stdout format raw daemon warning',
    // Told to stop by SIGUSR1, it answers what is under way, and ends by then in any case.
    '  hard-stop-after 30s',
    ...(asRoot ? ['  uid 65534', '  gid 65534'] : []),
    '',
    'defaults',
    '  mode http',
    '  log global',
    '  option dontlognull',
    '  option http-server-close',
    '  option redispatch 1',
    '  retries 3',
    '  timeout connect 2s',
    '  timeout queue 10s',
    '  timeout check 3s',
    '  timeout http-request 15s',
    '  timeout http-keep-alive 20s',
    '  timeout client 60s',
    '  timeout server 60s',
    ...(nameServer === undefined ? [] : ['  default-server resolvers names init-addr last,libc,none']),
    '',
    ...(nameServer === undefined ? [] : ['resolvers names', `  nameserver names ${nameServer}`, '']),
    'frontend visitors',
    `  bind ${bind}`,
    ...visitors,
    '  default_backend shops',
    '',
    'backend shops',
    '  balance leastconn',
    '  option httpchk',
    '  http-check send meth GET uri /readyz hdr Host localhost',
    '  http-check expect status 200',
    '  retry-on conn-failure empty-response',
    '  http-request disable-l7-retry unless METH_GET',
    '  default-server check inter 1s fastinter 300ms downinter 500ms fall 3 rise 1',
    ...shops.map(({ name, address }) => `  server ${name} ${address}`),
    ...(database ? findPrimary(database) : []),
  ]
  return `${lines.join('\n')}\n`
}

const hex = (text: string) => Buffer.from(text).toString('hex')
const int32 = (value: number) => value.toString(16).padStart(8, '0')
/** A message of PostgreSQL: its letter, its length, what it says. */
const message = (letter: string, said: string) => `${hex(letter)}${int32(said.length / 2 + 4)}${said}`

const started = `00030000${hex('user\0balancer\0database\0postgres\0\0')}`
const STARTUP = `${int32(started.length / 2 + 4)}${started}`
const READY = message('Z', hex('I'))
const QUESTION = message('Q', hex('select pg_is_in_recovery()\0'))
/** One row with one column: `f`. */
const NO = message('D', `0001${int32(1)}${hex('f')}`)
const GOODBYE = message('X', '')

/**
 * Asks each server, as a role `balancer` that needs no password and may do nothing, whether it is a
 * standby. Connections to a primary that is gone are ended, so that nobody waits for it.
 */
const findPrimary = ({ bind, servers }: NonNullable<BalancerParts['database']>) => [
  '',
  'listen database',
  '  mode tcp',
  `  bind ${bind}`,
  '  timeout client 1d',
  '  timeout server 1d',
  '  option clitcpka',
  '  option srvtcpka',
  '  option tcp-check',
  '  tcp-check connect',
  `  tcp-check send-binary ${STARTUP}`,
  `  tcp-check expect binary ${READY}`,
  `  tcp-check send-binary ${QUESTION}`,
  `  tcp-check expect binary ${NO}`,
  `  tcp-check send-binary ${GOODBYE}`,
  '  default-server check inter 1s fastinter 300ms downinter 500ms fall 2 rise 1 ' +
    'on-marked-down shutdown-sessions',
  ...servers.map(({ name, address }) => `  server ${name} ${address}`),
]
