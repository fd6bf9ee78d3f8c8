#!/bin/sh
# Runs the server, and starts it again when it has crashed. A shell, because it waits for as long as the server runs, and
# Node would hold 45 MB for that.
#
#   supervise.sh PROGRAM ANNOUNCER URL STARTED_AT ARGUMENTS…
#
# Exit codes of the server: 0 it was asked to stop; 1 it cannot start and has printed why, and is not tried again before it has
# been up once; anything else is a crash.

program=$1 announcer=$2 url=$3 started=$4
shift 4

# Up for this long in seconds, the next crash is a first one again. A longer pause would then save little: a server that crashes every ten
# seconds starts a third less often with 5 s between.
steady=10
crashes=0
restarts=0
child=
nap=
stopping=

pass_on() {
  stopping=1
  [ -z "$nap" ] || kill "$nap" 2>/dev/null
  [ -z "$child" ] || kill -s "$1" "$child" 2>/dev/null
}
trap 'pass_on INT' INT
trap 'pass_on TERM' TERM
trap 'pass_on HUP' HUP
# A terminal or log that is gone must not end this shell with the next line that it prints.
trap '' PIPE

# Seconds before the next start. A start alone takes seconds of processor time, so a server that keeps failing does not fill a core.
pause_after() {
  case $1 in
    1) echo 0.2 ;;
    2) echo 1 ;;
    3) echo 2 ;;
    *) echo 5 ;;
  esac
}

# What a shell starts in the background would read nothing.
exec 3<&0

# Sets `code`. A signal to us ends `wait` before the child has ended: then it is waited for again.
wait_for_child() {
  while :; do
    # Some shells say "Killed" there; the line below says more.
    wait "$child" 2>/dev/null
    code=$?
    kill -0 "$child" 2>/dev/null || break
  done
  # Ended just as a signal came: the code was the signal's. Shells that have given it away say 127.
  wait "$child" 2>/dev/null
  late=$?
  [ "$late" -eq 127 ] || code=$late
  child=
}

while [ -z "$stopping" ]; do
  began=$(date +%s)
  AERIE_PARENT_PID=$$ "$program" "$@" <&3 &
  child=$!
  # Asked to stop before there was somebody to pass it on to.
  [ -z "$stopping" ] || kill -s TERM "$child"
  "$program" "$announcer" announce "$child" "$url" "$started" &
  wait_for_child
  if [ "$code" -eq 0 ] || [ -n "$stopping" ]; then exit "$code"; fi
  if [ "$code" -eq 1 ] && [ "$restarts" -eq 0 ]; then exit 1; fi
  # Run by npm, whose shell may end without a word to us.
  if [ -n "$AERIE_STARTER_PID" ] && ! kill -0 "$AERIE_STARTER_PID" 2>/dev/null; then exit "$code"; fi
  if [ $(($(date +%s) - began)) -ge "$steady" ]; then crashes=0; fi
  crashes=$((crashes + 1))
  pause=$(pause_after "$crashes")
  echo "Aerie has ended (exit code $code). Starting it again in $pause s; Ctrl+C stops this." >&2
  sleep "$pause" &
  nap=$!
  [ -z "$stopping" ] || kill "$nap" 2>/dev/null
  wait "$nap"
  nap=
  restarts=$((restarts + 1))
  started=$(($(date +%s) * 1000))
done
