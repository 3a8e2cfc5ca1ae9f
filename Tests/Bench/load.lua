-- What wrk sends, and the one JSON line it reports.
--     wrk … URL -- get
--     wrk … URL -- paths FILE         GETs of the file's lines in turn
--     wrk … URL -- post FILE          the file's bytes, again and again
--     wrk … URL -- new FILE START     the file's bytes with "@" replaced by START+1, START+2, …
local mode, head, tail, counter, paths

local function contents(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function init(args)
  mode = args[1]
  wrk.headers["Content-Type"] = mode ~= "get" and mode ~= "paths" and "application/json" or nil
  if mode == "paths" then
    paths, counter = {}, 0
    for line in contents(args[2]):gmatch("[^\n]+") do
      paths[#paths + 1] = wrk.format("GET", line)
    end
  elseif mode == "post" then
    wrk.method, wrk.body = "POST", contents(args[2])
  elseif mode == "new" then
    local text = contents(args[2])
    local mark = text:find("@", 1, true)
    head, tail, counter = text:sub(1, mark - 1), text:sub(mark + 1), tonumber(args[3])
  end
  local fixed = wrk.format()
  if mode == "get" or mode == "post" then
    request = function() return fixed end
  elseif mode == "paths" then
    request = function()
      counter = counter % #paths + 1
      return paths[counter]
    end
  else
    request = function()
      counter = counter + 1
      return wrk.format("POST", nil, nil, head .. string.format("%d", counter) .. tail)
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "microseconds": %d, "failed": %d, "p50": %.1f, "p99": %.1f, "max": %.1f}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
