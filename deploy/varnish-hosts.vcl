# The hosts of the shop, included by varnish.vcl from /etc/varnish. `shop` is what it asks: one host, or a director over several.
import directors;

probe ready {
    .url = "/api/ready";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

backend a { .host = "127.0.0.1"; .port = "3000"; .probe = ready; .connect_timeout = 1s; .first_byte_timeout = 30s; }
# backend b { .host = "10.0.0.2"; .port = "3000"; .probe = ready; .connect_timeout = 1s; .first_byte_timeout = 30s; }

sub vcl_init {
    new shop = directors.round_robin();
    shop.add_backend(a);
    # shop.add_backend(b);
}
