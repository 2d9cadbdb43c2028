import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WrkResult {
  /** The paths that were requested, in this order. */
  sent: string[];
  /** Responses from the page cache. */
  hits: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  received: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** wrk calls `request` once before it starts, to count the requests that it returns. */
const script = `
local paths, at = {}, -1
sent, hits, statuses = 0, 0, ""
local counts = {}
for line in io.lines(os.getenv("WRK_PATHS")) do paths[#paths + 1] = line end
local pause = tonumber(os.getenv("WRK_PAUSE_MS"))
if pause > 0 then delay = function() return pause end end
wrk.headers["Accept-Encoding"] = os.getenv("WRK_ENCODING")
function request()
  at = at + 1
  sent = at
  return wrk.format("GET", paths[math.max(at - 1, 0) % #paths + 1])
end
function response(status, headers)
  counts[status] = (counts[status] or 0) + 1
  if string.find(headers["Cache-Status"] or headers["cache-status"] or "", "hit") then hits = hits + 1 end
  statuses = ""
  for each, count in pairs(counts) do statuses = statuses .. each .. " " .. count .. "," end
end
local client
function setup(thread) client = thread end
function done(summary, latency)
  local times = string.format("%f %f %f", summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3)
  io.write("result ", client:get("sent"), " ", client:get("hits"), " ", times, " ", client:get("statuses"), "\\n")
end
`;

/**
 * Requests paths in their order, and again from the first, with wrk, which costs less than a client in Node.
 * @param pauseMs before each request of a connection
 */
export async function requestPaths(
  url: string,
  paths: readonly string[],
  {
    seconds,
    connections = 8,
    pauseMs = 0,
    encoding = 'br',
  }: { seconds: number; connections?: number; pauseMs?: number; encoding?: string },
): Promise<WrkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-wrk-'));
  const [file, lua] = [join(folder, 'paths'), join(folder, 'draws.lua')];
  writeFileSync(file, paths.join('\n'));
  writeFileSync(lua, script);
  try {
    const env = { ...process.env, WRK_PATHS: file, WRK_PAUSE_MS: String(pauseMs), WRK_ENCODING: encoding };
    const output = await runWrk(['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', lua, url], env);
    return parseResult(output, paths);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseResult(output: string, paths: readonly string[]): WrkResult {
  const [, sent, hits, duration, p50, p99, counts] = /^result (\d+) (\d+) (\S+) (\S+) (\S+) (.*)$/m.exec(output) ?? [];
  if (sent === undefined) throw new Error(`wrk returned no result: ${output}`);
  const statuses = Object.fromEntries((counts ?? '').split(',').filter(Boolean).map(parseCount));
  const received = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const times = { seconds: Number(duration), p50: Number(p50), p99: Number(p99) };
  return {
    sent: Array.from({ length: Number(sent) }, (_, at) => paths[at % paths.length] ?? ''),
    hits: Number(hits),
    statuses,
    received,
    ...times,
  };
}

function parseCount(text: string): [string, number] {
  const [status = '', count] = text.split(' ');
  return [status, Number(count)];
}

/** Runs wrk beside this process, which can write meanwhile. */
function runWrk(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('wrk', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('close', (code) => (code === 0 ? ended(output) : failed(new Error(`wrk ended with code ${code}: ${output}`))));
  });
}
