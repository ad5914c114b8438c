# Varnish 7.1 before the shop (Debian: apt-get install varnish varnish-modules), behind something that ends TLS: docs/operations.md,
# "A shared cache". Copy it and varnish-hosts.vcl to /etc/varnish, and start varnishd with VARNISH_PURGE_KEY in its environment,
# the same as the shop's. The shop needs CDN=varnish, VARNISH_URL, VARNISH_PURGE_KEY, and TRUSTED_PROXIES with Varnish's address.
#
# Only what the shop marks is kept: a reply with tags and `public, s-maxage`. A reply for one visitor has neither, whatever its address.
vcl 4.1;

import std;
import xkey;
include "varnish-hosts.vcl";

sub vcl_recv {
    set req.backend_hint = shop.backend();
    unset req.http.X-Page;
    unset req.http.X-Purged;
    unset req.http.X-Variant;
    unset req.http.X-Encoding;
    if (req.restarts == 0) {
        unset req.http.X-Stale;
        unset req.http.X-Fresh;
    }

    if (req.method == "PURGE") {
        if (std.getenv("VARNISH_PURGE_KEY") == "" || req.http.X-Purge-Key != std.getenv("VARNISH_PURGE_KEY")) {
            return (synth(405));
        }
        if (req.http.X-Purge-Hard) {
            set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
        } else {
            # A copy that was purged softly is shown only while no host answers.
            set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
        }
        return (synth(200));
    }

    # Only the TLS proxy says how a request came; the shop reads none of the others.
    unset req.http.X-Forwarded-Host;
    unset req.http.X-Original-URL;
    unset req.http.X-Rewrite-URL;
    unset req.http.Forwarded;
    unset req.http.Proxy;
    set req.http.Host = std.tolower(req.http.Host);

    if (req.method != "GET" && req.method != "HEAD" || req.http.Authorization || req.http.Upgrade) {
        return (pass);
    }
    # Calls, the back office, what checks the process, previews, a member of staff in a locked shop, and http, which is redirected.
    if (req.url ~ "^/(api|admin|forms|metrics|dev)(/|\?|$)" || req.url ~ "[?&]preview="
        || req.http.Cookie ~ "(^|; ?)(__Host-)?admin_sid=" || req.http.X-Forwarded-Proto == "http") {
        return (pass);
    }

    # Addresses that differ by the parameters of a campaign alone are one page. Their order stays: it can matter.
    set req.http.X-Page = req.url;
    if (req.url !~ "/_payload\.json" && req.url ~ "[?&](utm_|gclid=|gbraid=|wbraid=|fbclid=|msclkid=|srsltid=)") {
        set req.http.X-Page = regsuball(req.url, "([?&])(utm_[a-z_]+|gclid|gbraid|wbraid|fbclid|msclkid|srsltid)=[^&]*", "\1");
        set req.http.X-Page = regsuball(req.http.X-Page, "&&+", "&");
        set req.http.X-Page = regsub(req.http.X-Page, "\?&", "?");
        set req.http.X-Page = regsub(req.http.X-Page, "[?&]$", "");
    }
    # The cookies that pages for everyone depend on, with the values that the shop reads. The shop itself gets all cookies.
    if (req.http.Cookie ~ "(^|; ?)channel=[\w-]{1,32}(;|$)") {
        set req.http.X-Variant = regsub(req.http.Cookie, "^(?:.*; ?|)channel=([\w-]{1,32})(;.*|)$", "channel \1");
    }
    if (req.http.Cookie ~ "(^|; ?)grid_columns=[\w.-]{1,32}(;|$)") {
        set req.http.X-Variant = req.http.X-Variant + regsub(req.http.Cookie, "^(?:.*; ?|)grid_columns=([\w.-]{1,32})(;.*|)$", " grid \1");
    }
    if (req.http.Accept-Encoding ~ "(^|[ ,])br([ ,]|$)") {
        set req.http.X-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(^|[ ,])gzip([ ,]|$)") {
        set req.http.X-Encoding = "gzip";
    } else {
        set req.http.X-Encoding = "identity";
    }

    # A copy that is out of date is used only for 60 seconds after its time, or when no host answers.
    if (!std.healthy(req.backend_hint)) {
        set req.http.X-Stale = "1";
    }
    if (req.http.X-Fresh) {
        set req.grace = 0s;
    } elsif (req.http.X-Stale) {
        # It outlives a restart. A copy has its own, longest time.
        set req.grace = 30d;
    } else {
        set req.grace = 60s;
    }
    return (hash);
}

sub vcl_hit {
    # Out of date before its time: it was purged, and is not shown while the new page is made.
    if (obj.ttl < 0s && !req.http.X-Stale && !req.http.X-Fresh
        && obj.age < std.duration(regsub(obj.http.Cache-Control, ".*s-maxage=(\d+).*", "\1s"), 0s)) {
        set req.http.X-Fresh = "1";
        return (restart);
    }
    return (deliver);
}

sub vcl_hash {
    hash_data(req.http.X-Page);
    hash_data(req.http.Host);
    hash_data(req.http.X-Variant);
    hash_data(req.http.X-Encoding);
    return (lookup);
}

sub vcl_backend_fetch {
    # Varnish would ask for gzip alone.
    if (bereq.http.X-Encoding == "identity") {
        unset bereq.http.Accept-Encoding;
    } elsif (bereq.http.X-Encoding) {
        set bereq.http.Accept-Encoding = bereq.http.X-Encoding;
    }
    unset bereq.http.X-Page;
    unset bereq.http.X-Variant;
    # A host that has just been cut off still has open connections, on which no answer comes: then the next host is asked.
    if (bereq.http.X-Encoding && bereq.retries == 0) {
        set bereq.first_byte_timeout = 4s;
    }
}

sub vcl_backend_response {
    # A host that is starting, stopping or overloaded: another one, then the copy from before.
    if (beresp.status >= 500 && (bereq.method == "GET" || bereq.method == "HEAD") && bereq.http.X-Encoding) {
        if (bereq.retries == 0) {
            return (retry);
        }
        if (bereq.is_bgfetch || !bereq.http.X-Stale) {
            return (abandon);
        }
    }
    if (beresp.status == 200 && bereq.http.X-Encoding && beresp.http.Surrogate-Key
        && beresp.http.Cache-Control ~ "^public, .*s-maxage=[1-9]" && !beresp.http.Set-Cookie
        && (!beresp.http.Vary || beresp.http.Vary ~ "(?i)^accept-encoding(, cookie)?$")) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        set beresp.ttl = std.duration(regsub(beresp.http.Cache-Control, ".*s-maxage=(\d+).*", "\1s"), 0s);
        set beresp.grace = 0s;
        if (beresp.http.Cache-Control ~ "stale-if-error=\d") {
            set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=(\d+).*", "\1s"), 0s);
        }
        # What it names is in the hash.
        set beresp.http.X-Vary = beresp.http.Vary;
        unset beresp.http.Vary;
        set beresp.do_gzip = false;
        return (deliver);
    }
    # Of one visitor: nobody else gets it, and for two minutes nobody waits for the reply of another. What else may not be kept, such
    # as a page from a host that is behind, says nothing about the next reply.
    set beresp.ttl = 0s;
    if (beresp.http.Cache-Control ~ "private|no-store") {
        set beresp.ttl = 120s;
    }
    set beresp.grace = 0s;
    set beresp.uncacheable = true;
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.http.X-Encoding) {
        if (bereq.retries == 0) {
            return (retry);
        }
        if (bereq.is_bgfetch || !bereq.http.X-Stale) {
            return (abandon);
        }
    }
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    return (deliver);
}

sub vcl_synth {
    # The fetch failed: once more, now with the copy from before.
    if (resp.status == 503 && req.http.X-Encoding && !req.http.X-Stale && req.restarts < 2) {
        set req.http.X-Stale = "1";
        unset req.http.X-Fresh;
        return (restart);
    }
    set resp.http.Cache-Control = "no-store";
    if (req.http.X-Purged) {
        set resp.http.X-Purged = req.http.X-Purged;
    }
    return (deliver);
}

sub vcl_deliver {
    # Browsers ask for pages each time; files say by themselves how long they are good.
    if (resp.http.Surrogate-Key) {
        set resp.http.Cache-Control = regsub(resp.http.Cache-Control, "^public, max-age=0,.*$", "no-cache");
        set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ", s-maxage=.*$", "");
        if (resp.http.X-Vary) {
            set resp.http.Vary = resp.http.X-Vary;
        }
    }
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
    unset resp.http.X-Vary;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    unset resp.http.Age;
}
