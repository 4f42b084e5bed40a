-- What wrk sends: the requests of a file in turn, a line each, with its path and its headers between tabs.
-- Prints what came of it as a line of JSON, with the latency (ms) below which 0.05, 0.15, … 99.95 % are.

local requests, last = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, headers = nil, {}
    for field in line:gmatch('[^\t]+') do
      local name, value = field:match('^([%w-]+): (.*)$')
      if name then headers[name] = value else path = field end
    end
    requests[#requests + 1] = wrk.format('GET', path, headers)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local quantiles = {}
  for each = 1, 1000 do
    quantiles[each] = string.format('%.4f', latency:percentile((each - 0.5) / 10) / 1000)
  end
  local errors = summary.errors
  print(string.format(
    '{"seconds":%f,"requests":%d,"refused":%d,"lost":%d,"latencies_ms":[%s]}',
    summary.duration / 1e6,
    summary.requests,
    errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    table.concat(quantiles, ',')
  ))
end
